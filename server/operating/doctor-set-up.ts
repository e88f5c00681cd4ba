// The doctor's checks of the set-up: webhook, proxy, sign-in clients, backups, restore drill.

import { ordersOfMode } from '#server/buying/payment-mode.ts';
import { shopDay } from '#shared/shop-day.ts';
import { lastDrill } from './drill.ts';
import { type Check, check, type DoctorNeeds, ok, warning, wrong } from './finding.ts';
import { adviceOnCheckout, hasOtherVersion, missingEvents, webhookUrlOf } from './payment-set-up.ts';
import type { SignInClient } from './probes.ts';

const hourMs = 60 * 60 * 1000;
/** A restore drill is overdue after this time, in days. */
const drillDays = 120;

const renewal =
  "See in the proxy's log why it is not renewed: the authority has to reach ports 80 and 443 under this name.";

/**
 * So long before its end a certificate is renewed by now, in milliseconds: two weeks, and with a short one a fifth of its time.
 * Proxies that renew by themselves begin with a third of it left.
 */
const renewedBeforeMs = ({ from, to }: { from: Date; to: Date }): number =>
  Math.min(14 * 24 * hourMs, (to.getTime() - from.getTime()) / 5);

const poolAway = 'See that COGNITO_USER_POOL_ID is right and that the service can be reached.';

type Needs = Omit<DoctorNeeds, 'migrations'>;

/** The checks of the set-up, in the order in which the doctor tells of them. */
export function setUpChecks(needs: Needs): Check[] {
  return [
    webhookEndpoint(needs),
    publicAddress(needs),
    certificate(needs),
    paymentMode(needs),
    proxy(needs),
    checkout(needs),
    consent(needs),
    signInClient(needs),
    appClients(needs),
    backups(needs),
    restoreDrill(needs),
    keptDatabases(needs),
  ];
}

function webhookEndpoint({ payments, settings }: Needs): Check {
  const webhookUrl = webhookUrlOf(settings.publicUrl);
  return check(
    'webhook endpoint',
    'The payment provider has to be asked for its endpoints, and does not answer.',
    async () => {
      const found = await payments.endpoints().catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 'forbidden') throw error;
        return null;
      });
      if (found === null) {
        const advice = 'Give it "Webhook Endpoints: read", so that the endpoint can be looked after.';
        return warning('the payment key may not look at webhook endpoints', advice);
      }
      const mend = 'Run "stripe setup": it makes or mends the endpoint.';
      const ours = found.filter(({ url }) => url === webhookUrl);
      const [endpoint, ...more] = ours.filter(({ enabled }) => enabled);
      if (!endpoint) {
        const others = found.map(({ url }) => url).join(', ');
        if (ours.length > 0) return wrong(`the endpoint for ${webhookUrl} is switched off`, mend);
        return wrong(`there is none for ${webhookUrl}${others && `, only for ${others}`}`, mend);
      }
      const missing = missingEvents(endpoint, payments);
      if (missing.length > 0) return wrong(`it does not get ${missing.join(', ')}`, mend);
      if (hasOtherVersion(endpoint, payments)) {
        const theirs = endpoint.apiVersion ?? "the account's version";
        return wrong(`its events come as ${theirs}, and ${payments.apiVersion} is read here`, mend);
      }
      if (more.length > 0)
        return warning(`${more.length + 1} endpoints of one address: every event comes so often`, mend);
      return ok(`${endpoint.id}, all events, ${payments.apiVersion}`);
    },
  );
}

function publicAddress({ probes, settings }: Needs): Check {
  const { publicUrl, identity } = settings;
  return check(
    'public address',
    'See that PUBLIC_URL is right, that its name leads to the proxy, and that the certificate is valid.',
    async () => {
      const { status, config } = await probes.publicSite();
      const advice = 'See that the proxy hands requests to the port that the site listens on.';
      if (config === null) {
        const answers = status === 200 ? 'something else answers' : `answers ${status}`;
        return wrong(`${publicUrl} ${answers}`, advice);
      }
      if (config.publicUrl !== publicUrl || config.userPoolId !== identity.userPoolId) {
        const found = `${publicUrl} is answered by a site with other settings (${config.publicUrl}, ${config.userPoolId})`;
        return wrong(found, `${advice} A site that runs with older settings has to be started again.`);
      }
      return ok(`${publicUrl} answers`);
    },
  );
}

function certificate({ clock, probes }: Needs): Check {
  return check(
    'certificate',
    'See that PUBLIC_URL leads to the proxy, and that it speaks TLS there.',
    async () => {
      const found = await probes.certificate();
      if (found === null) return ok('none: PUBLIC_URL has no TLS');
      const day = shopDay(found.to);
      const leftMs = found.to.getTime() - clock().getTime();
      if (leftMs <= 0)
        return wrong(`it ended on ${day}: browsers and the payment provider refuse it`, renewal);
      return leftMs < renewedBeforeMs(found)
        ? warning(`it ends on ${day}, and was not renewed`, renewal)
        : ok(`until ${day}`);
    },
  );
}

function paymentMode({ ledger, settings }: Needs): Check {
  const { stripe } = settings;
  return check('payment mode', 'The database does not answer.', async () => {
    const others = await ordersOfMode(ledger, stripe.testMode);
    const orders = `${others} ${stripe.testMode ? 'real' : 'test'} ${others === 1 ? 'order' : 'orders'}`;
    if (others === 0) return ok(stripe.testMode ? 'test orders only' : 'real orders only');
    if (!stripe.testMode) return ok(`real orders, and ${orders} from before, which unlock what they sold`);
    const advice = 'Where this is no copy to try things on, set the live key. Unset SMTP_URL in a copy.';
    return warning(`a test key beside ${orders}, as TEST_ON_REAL_ORDERS allows`, advice);
  });
}

function proxy({ settings }: Needs): Check {
  const { publicUrl } = settings;
  const trustsProxy = settings.trustProxy !== 0;
  return check('proxy', 'See TRUST_PROXY.', async () => {
    if (!publicUrl.startsWith('https:') || trustsProxy) return ok(trustsProxy ? 'believed' : 'none');
    return wrong(
      'PUBLIC_URL is https, and no proxy is believed: every visitor has the address of the one that ends TLS, and they share its limits',
      'Set TRUST_PROXY to the number of proxies on the way.',
    );
  });
}

function checkout({ payments }: Needs): Check {
  return check('checkout', 'The payment provider has to be asked, and does not answer.', async () => {
    const refused = await payments.tryCheckout();
    if (refused === null) return ok('a payment page was made, and closed');
    return wrong(`the payment provider refuses checkouts: ${refused.words}`, adviceOnCheckout(refused));
  });
}

function consent({ settings }: Needs): Check {
  return check('consent', '', async () =>
    ok(
      settings.checkoutConsentText === null
        ? 'not asked for: every order can be withdrawn from for 14 days'
        : 'asked for before paying',
    ),
  );
}

function signInClient({ probes, settings }: Needs): Check {
  const { identity } = settings;
  return check('sign-in client', poolAway, async () => {
    const ways = identity.passkeys || identity.mailedCodes ? 'every' : 'password';
    return clientFinding(await probes.signInClient(identity.clientId, ways));
  });
}

function appClients({ probes, settings }: Needs): Check {
  const { identity } = settings;
  const appClientIds = identity.acceptedClientIds.filter((id) => id !== identity.clientId);
  return check("app's clients", poolAway, async () => {
    if (appClientIds.length === 0) {
      const advice =
        "Set COGNITO_APP_CLIENT_IDS: without the app's client the app gets 401 for what was bought.";
      return warning('none is accepted', advice);
    }
    for (const id of appClientIds) {
      if ((await probes.signInClient(id, 'password')) === 'missing') {
        return wrong(
          `the pool has no client ${id}`,
          'Set COGNITO_APP_CLIENT_IDS to the ids that the pool shows.',
        );
      }
    }
    return ok(appClientIds.length === 1 ? 'there' : `all ${appClientIds.length} there`);
  });
}

function backups({ clock, probes, settings }: Needs): Check {
  const { databaseUrl } = settings;
  return check(
    'backups',
    'See that BACKUP_DIR is there and belongs to the user that the site runs as.',
    async () => {
      if (databaseUrl !== null) return ok('the database server has its own');
      const state = probes.backups();
      if (state === 'off')
        return warning('switched off', 'Set BACKUP_DIR, unless something else copies the database.');
      const { directory, everyHours, count, newest } = state;
      if (newest === null) {
        const advice =
          'The site makes the first soon after its start. See "backup failed" in its log, or run "backup".';
        return wrong(`there is none in ${directory}`, advice);
      }
      const hours = (clock().getTime() - newest.getTime()) / hourMs;
      const found = `${count} in ${directory}, the newest ${Math.floor(hours)} h old`;
      if (hours <= everyHours + 2) return ok(found);
      const advice = 'See whether the site runs, and "backup failed" in its log.';
      return hours > 2 * everyHours ? wrong(found, advice) : warning(found, advice);
    },
  );
}

function restoreDrill({ ledger, clock, settings }: Needs): Check {
  const { databaseUrl } = settings;
  return check('restore drill', 'The database does not answer.', async () => {
    if (databaseUrl !== null) return ok('the database server has its own');
    const drill = await ledger.read(lastDrill);
    const advice = 'Run "drill": it restores the newest backup elsewhere and compares.';
    if (drill === null) return warning('no backup was ever restored to try it', advice);
    const days = Math.floor((clock().getTime() - drill.at.getTime()) / (24 * hourMs));
    const found = `${drill.backup ?? 'a backup'}, ${days} days ago`;
    if (!drill.whole) return wrong(`${found}: could not be relied on`, 'Run "backup", and "drill" again.');
    return days > drillDays ? warning(found, advice) : ok(found);
  });
}

function keptDatabases({ probes, settings }: Needs): Check {
  const { databaseUrl } = settings;
  return check('kept databases', 'See that DATA_DIR can be read.', async () => {
    const kept = databaseUrl === null ? probes.keptDatabases() : [];
    if (kept.length === 0) return ok('none beside the database');
    return warning(
      `${kept.join(', ')}, left by a restore`,
      'Repeat what is missing from the one that the restore has kept (an "incoming" one is of a restore that was killed), then remove each, with what lies beside it under the same name: it holds the addresses of everybody, also of those who were erased since.',
    );
  });
}

function clientFinding(client: SignInClient) {
  if (client === 'missing')
    return wrong('the pool has no such client', 'Set COGNITO_CLIENT_ID to the id that the pool shows.');
  if (client === 'has a secret') {
    return wrong(
      'it has a secret, which a browser cannot keep',
      'Make one without a secret, and set COGNITO_CLIENT_ID. deploy/cognito.yaml does.',
    );
  }
  if (client === 'no SRP') {
    return wrong(
      'it does not allow sign-in by SRP',
      'Allow ALLOW_USER_SRP_AUTH and ALLOW_REFRESH_TOKEN_AUTH in the pool. Nobody can sign in meanwhile.',
    );
  }
  if (client === 'no choice') {
    return wrong(
      'it does not allow what COGNITO_FIRST_FACTORS offers',
      'Allow ALLOW_USER_AUTH in the pool (docs/cognito.md), or take the setting away: who presses those buttons is refused.',
    );
  }
  return ok(client === 'hides users' ? 'there; it hides who has an account (docs/cognito.md)' : 'there');
}
