import { writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { environmentSchema, secretSettings } from '#server/config/environment.ts';

/** `npm run settings`: writes docs/settings.md from the schema that the site reads its settings with. A test compares the two. */

type Name = keyof typeof environmentSchema.shape;

/** The page's sections; what belongs to none of them comes last. */
const sections: readonly (readonly [title: string, belongs: RegExp])[] = [
  [
    'The site',
    /^(PUBLIC_URL|PORT|HOST|TRUST_PROXY|ALLOWED_ORIGINS|SITE_FILE|NEWSLETTER_FORM_URL|LOG_LEVEL)$/,
  ],
  ['Data and backups', /^(DATA_DIR|DATABASE_|CREATE_|DOWNLOADS_|BACKUP_)/],
  ['Payments', /^(STRIPE_|TEST_|CHECKOUT_|TAX$|INVOICES$)/],
  ['Accounts', /^(COGNITO_|OPERATOR_(GROUP|SECOND_FACTOR)|SESSION_KEYS)/],
  ['The mobile app', /^(IOS|ANDROID)_/],
  ['Letters', /^(SMTP_|MAIL_|OPERATOR_MAIL)/],
  ['Load and figures', /^(METRICS|RATE|MOST|WEB)_/],
  ['Others', /./],
];

const head = `# Settings

Every setting of the site, as \`npm run settings\` has written them from the schema in \`server/config/environment.ts\`; \`.env.example\` is a file of them to
begin with. A setting that is set to nothing counts as unset. Every fault is reported at once when the site starts; it then exits with status
1 and never quotes a value, which may be a secret with a typing error in it. A variable whose name is nearly that of a setting has no effect: the
log of the start and \`doctor\` say so, as they do of a \`PUBLIC_URL\` without TLS elsewhere than on this machine.

A live Stripe key is refused together with a stand-in's address, a \`PUBLIC_URL\` of this machine or without TLS, facts of the example company,
and keys or a user pool of the demo or that are easily guessed. Those marked with * may come from a file instead, which the variable with
\`_FILE\` at its end names; both at once are refused.
`;

/** The page as it should stand in docs/settings.md. */
export function settingsPage(): string {
  const left = new Set(Object.keys(environmentSchema.shape) as Name[]);
  const parts = sections.flatMap(([title, belongs]) => {
    const names = [...left].filter((name) => belongs.test(name));
    for (const name of names) left.delete(name);
    if (names.length === 0) return [];
    return [
      `\n## ${title}\n\n| Variable | Meaning | Default |\n| --- | --- | --- |\n${names.map(rowOf).join('')}`,
    ];
  });
  return head + parts.join('');
}

function rowOf(name: Name): string {
  const setting: z.ZodType = environmentSchema.shape[name];
  const meaning = setting.description ?? '';
  const mark = secretSettings.has(name) ? ' *' : '';
  return `| \`${name}\`${mark} | ${meaning.charAt(0).toUpperCase()}${meaning.slice(1)} | ${defaultOf(setting)} |\n`;
}

/** What holds when nothing is set. A long text is not repeated. */
function defaultOf(setting: z.ZodType): string {
  const unset = setting.safeParse(undefined);
  if (!unset.success) return '**required**';
  const value = Array.isArray(unset.data) ? unset.data.join(',') : String(unset.data ?? '');
  if (value === '') return setting.description?.includes('when unset') ? 'see there' : 'none';
  return value.length > 60 ? 'a text of ours' : `\`${value}\``;
}

if (import.meta.main) writeFileSync('docs/settings.md', settingsPage());
