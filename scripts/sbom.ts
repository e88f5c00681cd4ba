import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * `npm run sbom`: what is in the production image, as a CycloneDX document (`dist/sbom.json`) and as a list of packages
 * with their licences (`dist/licences.txt`). Ends with status 1 on a licence that is not in the list below.
 */

/** Licences that ask for no more than to be named. */
const accepted = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
]);

interface Component {
  name: string;
  group?: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
const { components } = JSON.parse(stdout) as { components: Component[] };
const licenceOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(', ') ||
  '(none)';
const isAccepted = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(/ OR |, /)
    .some((one) => accepted.has(one));
const lines = components
  .map(
    (component) =>
      `${[component.group, component.name].filter(Boolean).join('/')} ${component.version}: ${licenceOf(component)}`,
  )
  .toSorted();
mkdirSync('dist', { recursive: true });
writeFileSync('dist/sbom.json', stdout);
writeFileSync('dist/licences.txt', `${lines.join('\n')}\n`);
const others = components.filter((component) => !isAccepted(licenceOf(component)));
console.log(`${components.length} packages in production; dist/sbom.json and dist/licences.txt written.`);
for (const component of others) console.error(`${component.name} has the licence ${licenceOf(component)}.`);
process.exitCode = others.length === 0 ? 0 : 1;
