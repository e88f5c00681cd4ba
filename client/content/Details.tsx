import type { Details as Given } from '#adventures/types.ts';
import styles from './Details.module.css';
import { FactList } from './FactList.tsx';

/** Details of an adventure: playing time, voices, reviews. */
export function Details({ details }: { details: Given }) {
  const { length, languages, age, cast, awards, reviews = [] } = details;
  const rows = [
    ['Length', length],
    ['Languages', languages?.join(', ')],
    ['Age', age],
    ['Cast', cast?.join(', ')],
    ['Awards', awards?.join(', ')],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  return (
    <section className={styles['details']} aria-label="More about it">
      {rows.length > 0 ? <FactList rows={rows} /> : null}
      {reviews.map(({ quote, by }) => (
        <figure key={quote} className={styles['review']}>
          <blockquote>{quote}</blockquote>
          <figcaption>{by}</figcaption>
        </figure>
      ))}
    </section>
  );
}
