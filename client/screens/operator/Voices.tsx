import { unspokenLines } from '#client/sound/unspoken.ts';
import { adventures } from '#shared/adventures.ts';
import styles from './Operator.module.css';
import { Section } from './Section.tsx';

const inWords = { whisper: 'a machine whispers it', words: 'it is read' };

/** The lines of guided scenes that no actor has recorded yet. */
export function Voices() {
  const lines = unspokenLines(adventures.map(({ id }) => id));
  return (
    <Section id="voices" title="Voices">
      <p>
        {lines.length === 0
          ? 'Every line has been spoken by somebody.'
          : `${lines.length === 1 ? 'One line is' : `${lines.length} lines are`} still nobody's. It takes an hour, a phone and a wardrobe: docs/recording.md.`}
      </p>
      <details>
        <summary>Which they are</summary>
        <ul className={styles['dim']}>
          {lines.map(({ world, line, instead }) => (
            <li key={`${world}-${line}`}>
              {world}-{line}, {inWords[instead]}
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}
