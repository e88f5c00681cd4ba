import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Row } from '#adventures/types.ts';
import type { PressRelease } from '#homes/press';
import { dayInWords } from '../day-in-words.ts';
import { filesOf, homeOf, homesFolder } from './files.ts';
import { splitFrontMatter } from './front-matter.ts';
import { homes } from './read.ts';

/** Where the press releases lie that are about no adventure. */
const houseFolder = resolve(import.meta.dirname, '../../client/content/press');

const releaseIn = (file: string, world?: string): PressRelease => {
  const { date = '', title = '', summary = '' } = splitFrontMatter(readFileSync(file, 'utf8')).frontMatter;
  const slug = basename(file, '.md');
  return { slug, date, day: dayInWords(date), title, summary, ...(world !== undefined && { world }) };
};

export const pressReleases: readonly PressRelease[] = [
  ...filesOf('*/press/*.md').map((path) => releaseIn(resolve(homesFolder, path), homeOf(path))),
  ...filesOf('*.md', houseFolder).map((path) => releaseIn(resolve(houseFolder, path))),
].sort((one, other) => other.date.localeCompare(one.date) || one.slug.localeCompare(other.slug));

export const pressFacts: readonly Row[] = homes.flatMap(({ words }) =>
  words.page ? [words.page.press] : [],
);
