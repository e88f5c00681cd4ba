import { download, pathOf } from '#shared/endpoints.ts';

/**
 * The download URL of an owned file. It contains no token, because the session cookie authenticates.
 * @param id of a download in an adventure's home
 */
export function downloadAddress(id: string): string {
  return pathOf(download, { id });
}
