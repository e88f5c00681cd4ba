import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The figures of one round: what a page sent, its scores and times. */
export type Figures = Record<string, number>;

const results = join(import.meta.dirname, '../results');

/** Rounds by the path of their page, of the site as it is built now. */
export interface WebRounds {
  of(path: string): readonly Figures[];
  /** Adds a round and writes it down: a run that is ended goes on from there. */
  add(path: string, figures: Figures): void;
}

/** What earlier runs measured on such a phone; nothing when the site was built anew since. */
export function openWebRounds(phone: string): WebRounds {
  const file = join(results, `web-rounds-${phone}.json`);
  const build = buildId();
  const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : null;
  const rounds = saved?.build === build ? saved.rounds : {};
  return {
    of: (path) => rounds[path] ?? [],
    add(path, figures) {
      rounds[path] = [...(rounds[path] ?? []), figures];
      mkdirSync(results, { recursive: true });
      writeFileSync(file, JSON.stringify({ build, rounds } satisfies Saved));
    },
  };
}

interface Saved {
  build: string;
  rounds: Record<string, Figures[]>;
}

/** Another one as soon as a page, or the name of a file, is another. */
function buildId(): string {
  const dist = join(import.meta.dirname, '../../dist');
  const hash = createHash('sha256');
  for (const page of globSync(`${dist}/pages/**/*.html`).toSorted()) hash.update(readFileSync(page));
  return hash.update(globSync(`${dist}/client/**/*`).toSorted().join()).digest('hex');
}
