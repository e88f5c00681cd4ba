import { createContext } from 'react';

/**
 * Fetches again what stands beside a form, after what the form sent has failed: without an answer it may have been done all
 * the same, and a refusal says that something is not as it is shown. The form stays, with its words.
 */
export const Reload = createContext<() => void>(() => undefined);
