import { download, pathOf } from '#shared/endpoints.ts';

/**
 * Where an owned file is downloaded. The address carries no token: the session's cookie says who asks.
 * @param id of a download in an adventure's home
 */
export function downloadAddress(id: string): string {
  return pathOf(download, { id });
}
