import { type RouteName, routeOf } from '#shared/routes.ts';
import { PageHead } from './PageHead.tsx';

interface RouteHeadProps {
  route: RouteName;
  /** Of the page, if the site's own description does not fit. */
  description?: string;
}

/** The head of a page whose route has a title in `shared/routes.ts`. */
export function RouteHead({ route, description }: RouteHeadProps) {
  const { title, indexed, path } = routeOf(route);
  return (
    <PageHead
      title={title ?? ''}
      description={description}
      canonical={indexed ? path : undefined}
      indexed={!!indexed}
    />
  );
}
