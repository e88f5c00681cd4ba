// The command `stripe setup`: creates the webhook endpoint and checks the key's permissions.

import { existsSync } from 'node:fs';
import {
  adviceOnCheckout,
  type KeyRight,
  type RefusedCheckout,
  setUpWebhook,
  type WebhookEndpoint,
  type WebhookSetUp,
  webhookUrlOf,
} from '#server/operating/payment-set-up.ts';
import { Refusal } from '#server/refusal.ts';
import { command, flag, group, option } from '../command.ts';
import { openPaymentSetUp } from '../compose.ts';
import { facts, tableOf } from '../display.ts';
import { addToSettings, changePrivate, tryPrivate } from '../secret-files.ts';

export const stripeCommands = group(
  'stripe',
  "the shop's settings at Stripe",
  command(
    'setup',
    "make or mend the webhook endpoint (exact events, this version's API version) and try each right that the key needs and a checkout, which it closes; wants only PUBLIC_URL and STRIPE_SECRET_KEY",
    {
      options: {
        secretFile: option(
          '<file>',
          'write the signing secret of a new endpoint there, before those that it has: STRIPE_WEBHOOK_SECRET_FILE',
        ),
        // Not `--env-file`: Node takes that for its own wherever it stands, and ends before this program begins.
        settingsFile: option(
          '<file>',
          'write it into this file of settings, such as .env, as STRIPE_WEBHOOK_SECRET',
        ),
        check: flag('look only: list the rights and the endpoints, try a checkout, and change nothing'),
      },
      async run({ paymentSettings, terminal }, { secretFile, settingsFile, check }) {
        const settings = paymentSettings();
        const provider = openPaymentSetUp(settings);
        const url = webhookUrlOf(settings.publicUrl);
        // Checked before there is a secret, because Stripe shows it only once.
        if (settingsFile !== undefined && !existsSync(settingsFile))
          throw new Refusal('not_found', `There is no file ${settingsFile}.`);
        if (!check) for (const file of [secretFile, settingsFile]) if (file !== undefined) tryToKeep(file);
        const rights = await provider.rights();
        const refusedCheckout = await provider.tryCheckout();
        const mayChange = rights.every(({ granted, setUpOnly }) => granted || !setUpOnly);
        let shownSecret: string | null = null;
        let notKept: string | null = null;
        const keep = (secret: string) => {
          if (secretFile === undefined && settingsFile === undefined) shownSecret = secret;
          try {
            keepSecret(secret, secretFile, settingsFile);
          } catch (error) {
            shownSecret = secret;
            notKept = (error as Error).message;
          }
        };
        try {
          const webhook = check || !mayChange ? null : await setUpWebhook(provider, url, keep);
          const endpoints = check && mayChange ? await provider.endpoints() : [];
          return {
            url,
            rights,
            refusedCheckout,
            endpoints,
            webhook,
            shownSecret: shownSecret as string | null,
            notKept: notKept as string | null,
          };
        } catch (error) {
          // The endpoint exists all the same, and Stripe shows its secret only now.
          if (shownSecret !== null) terminal.err(secretToKeep(shownSecret, notKept));
          throw error;
        }
      },
      json: ({ webhook, ...rest }) => ({ ...rest, webhook: webhook && { ...webhook, secret: undefined } }),
      text: ({ url, rights, refusedCheckout, endpoints, webhook, shownSecret, notKept }, given, tools) =>
        [
          listRights(rights, given, tools),
          `\n${facts([['a checkout', checkoutText(refusedCheckout)]])}`,
          given.check ? `\n${listEndpoints(endpoints, given, tools)}` : '',
          webhook ? describe(url, webhook) : 'The webhook endpoint was left alone.\n',
          shownSecret === null ? '' : secretToKeep(shownSecret, notKept),
        ].join(''),
      notes: ({ rights, refusedCheckout, webhook }) => [
        ...(rights.some(({ granted }) => !granted)
          ? ["Give the key the rights that it lacks: Stripe's dashboard, Developers > API keys."]
          : []),
        ...(refusedCheckout ? [adviceOnCheckout(refusedCheckout)] : []),
        ...(webhook?.elsewhere ?? []).map(({ id, url }) => elsewhereText(id, url)),
        ...(webhook?.secret ? ['Start the site again with the new secret.'] : []),
        ...(webhook && webhook.secret === null ? [keptSecret] : []),
      ],
      failed: ({ rights, refusedCheckout, notKept }) =>
        notKept !== null || refusedCheckout !== null || rights.some(({ granted }) => !granted),
    },
  ),
);

/** Checks, before a secret exists, that it could be stored. @throws {Refusal} when it could not be written to that file */
function tryToKeep(file: string): void {
  try {
    tryPrivate(file);
  } catch (error) {
    throw new Refusal(
      'invalid_request',
      `The signing secret cannot be written to ${file}: ${(error as Error).message}. Nothing was changed at Stripe.`,
    );
  }
}

function secretToKeep(secret: string, notKept: string | null): string {
  const why =
    notKept === null
      ? ''
      : `\nThe secret could not be written: ${notKept}. Write it there yourself, before the secrets of before.\n`;
  return `${why}\nSTRIPE_WEBHOOK_SECRET=${secret}\nKeep it: Stripe tells it this once.\n`;
}

function keepSecret(secret: string, secretFile: string | undefined, settingsFile: string | undefined): void {
  if (secretFile !== undefined) {
    // Events that are being delivered are still signed with the old secret.
    changePrivate(secretFile, (before) => `${[secret, before.trim()].filter(Boolean).join(',')}\n`);
  }
  if (settingsFile !== undefined) addToSettings(settingsFile, 'STRIPE_WEBHOOK_SECRET', secret);
}

const elsewhereText = (id: string, url: string): string =>
  `Another endpoint of this shop is there, ${id} for ${url}: remove it in Stripe's dashboard when nothing comes by that name any more.`;

const keptSecret =
  "Its signing secret is the one it had: Stripe's dashboard shows it, and makes another where it was lost (Developers > Webhooks > the endpoint).";

const listRights = tableOf<KeyRight>({
  right: 'right',
  '': ({ granted }) => (granted ? 'yes' : 'MISSING'),
  'needed for': 'neededFor',
});

const checkoutText = (refused: RefusedCheckout | null): string =>
  refused ? `REFUSED: ${refused.words}` : 'was made and closed';

const listEndpoints = tableOf<WebhookEndpoint>({
  endpoint: 'id',
  address: 'url',
  '': ({ enabled }) => (enabled ? 'on' : 'off'),
  events: ({ events }) => events.length,
  version: ({ apiVersion }) => apiVersion ?? "the account's",
});

function describe(url: string, { did, endpoint, disabled }: WebhookSetUp): string {
  const words = {
    made: 'made',
    mended: 'given the exact events and switched on',
    replaced: 'made anew: a version cannot be changed',
    nothing: 'as it should be',
  }[did];
  return `\n${facts([
    ['endpoint', `${endpoint.id}, ${words}`],
    ['address', url],
    ['events', endpoint.events.length],
    ['version', endpoint.apiVersion ?? ''],
    ['switched off', disabled.join(', ') || null],
  ])}`;
}
