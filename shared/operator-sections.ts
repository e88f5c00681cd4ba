import { routes } from './routes.ts';

/**
 * The sections of the operator's page that have their own path, besides the first one. They are not in `routes.ts`, which
 * every page of the site loads.
 */
export const operatorSections = [
  'orders',
  'customers',
  'codes',
  'imports',
  'letters',
  'books',
  'record',
] as const;
export type OperatorSection = (typeof operatorSections)[number];

/** The address of a section of the operator's page. @param section left out for the first, what waits today */
export const operatorPath = (section?: OperatorSection): string =>
  routes.operator.path + (section ? `/${section}` : '');
