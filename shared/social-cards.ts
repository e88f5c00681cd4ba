/**
 * Paths of the raster pictures that the build makes for link previews, search engines and the payment page, none of which
 * accept SVG.
 */

/**
 * The link preview of a page: a JPEG of 1200×630 with the page's title.
 * @param path the page's canonical path; pages that search engines do not keep show the home page's card
 */
export function socialCardPath(path = '/'): string {
  return `/social/${path.slice(1).replaceAll('/', '-') || 'home'}.jpg`;
}

/** A product's cover on a square ground: a JPEG of 800×800. */
export function productPicturePath(productId: string): string {
  return `/social/square-${productId}.jpg`;
}

/** The size of every card, in pixels. */
export const socialCardSize = { width: 1200, height: 630 } as const;
