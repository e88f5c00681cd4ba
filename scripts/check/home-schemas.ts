import { z } from 'zod';
import type { Adventure, Details, Look, Words } from '#adventures/types.ts';

/**
 * The types of `adventures/types.ts` as schemas, which say where something is missing in words that somebody who writes an
 * adventure understands. The compiler holds the two together: each schema must give exactly its type.
 */

const text = z.string('must be a text').trim().min(1, 'is empty');
/** What search results show of a page. */
const summary = text.refine((written) => {
  const { length } = written.replaceAll(/<[^>]*>/g, '');
  return length >= 50 && length <= 170;
}, 'must have 50 to 170 characters: search results show it');
const id = z.string('must be a text').regex(/^[a-z][a-z0-9_-]*$/, 'may hold a-z, 0-9, _ and -');
const path = z.templateLiteral(['/', z.string().regex(/^[a-z0-9-_/]+$/)]);
const day = z
  .custom<Adventure['releasedOn'] & string>(
    (value) => z.iso.date().safeParse(value).success,
    'must be a day, written YYYY-MM-DD',
  )
  .describe('day');
const row = z.tuple([text, text]).readonly();
const rows = z.array(row).readonly();
const texts = z.array(text).min(1, 'is empty').readonly();
const percent = z.number().min(0).max(100);
const spot = z.tuple([percent, percent]).readonly();

const offer = z.strictObject({
  id,
  title: text,
  type: z.enum(['game', 'bundle', 'expansion'], 'must be game, bundle or expansion'),
  price: z
    .number('must be a number of SEK')
    .positive('must be more than 0')
    .multipleOf(0.01, 'has more than two decimals'),
  slug: id,
  hidden: z.boolean('must be true or false'),
  preOrder: z.boolean('must be true or false'),
  discontinued: z.literal(true, 'must be true, or left out').exactOptional(),
  unlocks: z.array(id).min(1, 'is empty').readonly(),
  needs: id.exactOptional(),
  taxCode: z.templateLiteral(['txcd_', z.number()]).exactOptional(),
});

const facts = {
  id,
  place: z.number('must be a number'),
  name: text,
  shortName: text,
  page: z
    .strictObject({
      path,
      movedFrom: z.array(path).readonly().exactOptional(),
      link: z.strictObject({ title: text }).exactOptional(),
      video: z.strictObject({ title: text }).exactOptional(),
    })
    .exactOptional(),
  demo: z.strictObject({ name: text }).exactOptional(),
  rewards: z
    .array(z.strictObject({ id, countsAs: id, downloads: z.array(id).readonly().exactOptional() }))
    .readonly()
    .exactOptional(),
  downloads: z
    .array(z.strictObject({ id, title: text, link: text, file: text, saveAs: text }))
    .readonly()
    .exactOptional(),
};

/** `adventure` of an `adventure.ts`, with a release day. */
const released = z.strictObject({ ...facts, releasedOn: day, products: z.array(offer).readonly() });
/** The same without one: nothing of it can be a pre-order. */
const undated = z.strictObject({
  ...facts,
  releasedOn: z.null(),
  products: z
    .array(offer.extend({ preOrder: z.literal(false, 'is true, so releasedOn must be a day') }))
    .readonly(),
});

/** The schema for what an `adventure.ts` says; a release day that is left out is looked for like one that is there. */
export function schemaFor(adventure: unknown): z.ZodType<Adventure> {
  const undatedOnPurpose =
    typeof adventure === 'object' &&
    adventure !== null &&
    'releasedOn' in adventure &&
    adventure.releasedOn === null;
  return undatedOnPurpose ? undated : released;
}

/** `look` of an `adventure.ts`. */
export const lookSchema: z.ZodType<Look> = z.strictObject({
  accent: z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour, #rrggbb'),
  light: z.string().regex(/^rgb\(\d+ \d+ \d+ \/ \d+%\)$/, 'must be a translucent colour, rgb(R G B / A%)'),
  lamp: z.strictObject({ wide: spot, tall: spot }).exactOptional(),
  crop: z.number().min(0).max(100).exactOptional(),
});

const details: z.ZodType<Details> = z.strictObject({
  length: text.exactOptional(),
  languages: texts.exactOptional(),
  age: text.exactOptional(),
  cast: texts.exactOptional(),
  awards: texts.exactOptional(),
  reviews: z
    .array(z.strictObject({ quote: text, by: text }))
    .readonly()
    .exactOptional(),
});

/** `words` of a `words.ts`. */
export const wordsSchema: z.ZodType<Words> = z.strictObject({
  pictureAlt: z
    .string('must be a text')
    .min(40, 'must say in a sentence what the picture is like for somebody who does not see it'),
  page: z.strictObject({ lead: summary, line: text, facts: rows, press: row }).exactOptional(),
  shop: z
    .strictObject({
      proof: text.exactOptional(),
      description: summary,
      what: z.strictObject({ product: text, card: text }).exactOptional(),
    })
    .exactOptional(),
  opening: z.strictObject({ title: text, lead: text, button: text, bannerAlt: text }).exactOptional(),
  details: details.exactOptional(),
});

/** The top of a press release. */
export const pressSchema = z.strictObject({ date: day, title: text, summary: text });
