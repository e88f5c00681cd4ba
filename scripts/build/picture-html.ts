import { pictureFile } from '#client/ui/picture-files.ts';
import { escapeMarkup } from '#shared/fill-facts.ts';
import { artPictures, type Format, heightOf } from './art-pictures.ts';

/** Stands in the text for the pictures' version, which is known when the text is put into its page. */
const version = '__ART_VERSION__';

/**
 * A picture of the build in running text, as `client/ui/Picture.tsx` shows them elsewhere: best format first, fetched when it comes
 * near the screen, its place kept in its own colours.
 * @param name as `scripts/build/art-pictures.ts` has it
 * @param alt what it is like for somebody who does not see it
 * @throws {Error} when there is no such picture, or no words for it
 */
export function pictureHtml(name: string, alt: string): string {
  const picture = artPictures.find((each) => each.name === name);
  if (!picture) throw new Error(`art:${name} is no picture of the site.`);
  if (alt.trim() === '') throw new Error(`art:${name} needs words for those who do not see it.`);
  const { widths, crop } = picture;
  const largest = Math.max(...widths);
  const sizes = 'auto, (width < 64rem) 92vw, 34rem';
  const set = (format: Format) =>
    widths.map((width) => `${pictureFile(name, width, version, format)} ${width}w`).join(', ');
  const fallback = pictureFile(name, widths[Math.floor(widths.length / 2)] ?? largest, version, 'jpg');
  const sources = (['avif', 'webp'] as const)
    .map((format) => `<source type="image/${format}" srcset="${set(format)}" sizes="${escapeMarkup(sizes)}">`)
    .join('');
  return (
    `<picture data-art="${name}">${sources}<img src="${fallback}" alt="${escapeMarkup(alt)}" width="${largest}" ` +
    `height="${heightOf(crop, largest)}" loading="lazy" decoding="async"></picture>`
  );
}

/** A string literal of a module in which the pictures' version is put together when the module is built. */
export function withArtVersion(literal: string): string {
  return literal.replaceAll(version, '" + import.meta.env.ART_VERSION + "');
}
