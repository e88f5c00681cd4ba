import { randomUUID } from 'node:crypto';
import express, { type Router } from 'express';
import { site } from '../../shared/site.ts';
import { controlsRouter, type IdentityControls, invitedUserSchema } from './controls.ts';
import { createFaults, faultSchema } from './faults.ts';
import { createPool, type IdentityOptions } from './pool.ts';
import type { TokenUse } from './signing-keys.ts';
import type { TokenFamily } from './tokens.ts';
import type { User } from './users.ts';
import { wireRouter } from './wire.ts';

export type { IdentityOptions } from './pool.ts';

interface SeedUser {
  username: string;
  email: string;
  password: string;
  emailVerified: boolean;
  confirmed: boolean;
}

/** A token to be made without a sign-in. */
interface MintRequest {
  use: TokenUse;
  /** The user whose claims it starts with; an invented person's when left out or unknown. */
  username?: string;
  /** The app client it is for; the pool's first when left out. */
  clientId?: string;
  /** Claims to add or replace; `undefined` removes one. */
  claims?: Record<string, unknown>;
  /** Header fields to add or replace. */
  header?: Record<string, unknown>;
}

export interface IdentityStandIn extends IdentityControls {
  /** `POST /` (the service), `GET /<pool id>/.well-known/jwks.json`, and `/sandbox/identity/…` (the controls). */
  router: Router;
  /** Makes an account unless one of that name exists. */
  seedUser(user: SeedUser): void;
  /** A token signed with the pool's current key, whatever its claims say. */
  mintToken(request: MintRequest): string;
}

/** A stateful stand-in of one hosted user pool, speaking the service's own protocol. */
export function createIdentityStandIn(options: IdentityOptions): IdentityStandIn {
  const pool = createPool(options);
  const { users, codes, attempts, keys, tokens } = pool;
  const faults = createFaults();

  function existing(username: string): User {
    const user = users.named(username);
    if (!user) throw new RangeError(`There is no user named ${username}.`);
    return user;
  }

  const controls: IdentityControls = {
    listUsers: () =>
      users.all().map(({ username, sub, email, emailVerified, status, groups = [] }) => ({
        username,
        sub,
        email,
        emailVerified,
        status,
        groups,
      })),
    inviteUser(invited) {
      const { username, email, temporaryPassword, emailVerified } = invitedUserSchema.parse(invited);
      if (users.named(username)) throw new RangeError(`There is a user named ${username} already.`);
      const user = users.add({
        username,
        email,
        password: temporaryPassword,
        status: 'FORCE_CHANGE_PASSWORD',
      });
      if (emailVerified) users.verifyEmail(user, true);
      options.inbox.deliver({
        to: email,
        subject: 'Your account',
        text: `There is an account for you at ${site.name}. Sign in as ${username} with this password, and then choose your own: ${temporaryPassword}`,
        from: 'identity',
      });
    },
    requirePasswordReset: (username) => users.save({ ...existing(username), status: 'RESET_REQUIRED' }),
    unverifyEmail: (username) => users.save({ ...existing(username), emailVerified: false }),
    setGroups: (username, groups) => users.save({ ...existing(username), groups }),
    setSecondFactor: pool.setSecondFactor,
    setFirstFactors: pool.setFirstFactors,
    setChoice: pool.setChoice,
    forgetAttempts: (username) => attempts.forget(existing(username).username),
    expireCodes: codes.expire,
    setMailDelivery: codes.setDelivery,
    rotateSigningKeys: ({ keepOld = true } = {}) => keys.rotate(keepOld),
    injectFault: (fault) => faults.add(faultSchema.parse(fault)),
    listFaults: faults.list,
    clearFaults: faults.clear,
  };

  const router = express.Router();
  router.use('/sandbox/identity', controlsRouter(controls));
  router.use(wireRouter(pool, faults));

  return {
    ...controls,
    router,
    seedUser({ username, email, password, emailVerified, confirmed }) {
      if (users.named(username)) return;
      const status = confirmed ? 'CONFIRMED' : 'UNCONFIRMED';
      const user = users.add({ username, email, password, status });
      // A person who moved the address to another account since the last start keeps it there.
      if (emailVerified && users.find(email) === undefined) users.verifyEmail(user, false);
    },
    mintToken({ use, username = '', clientId, claims, header }) {
      const user = users.named(username) ?? someone(pool.now());
      const seconds = Math.floor(pool.now().getTime() / 1000);
      const family: TokenFamily = {
        id: randomUUID(),
        sub: user.sub,
        clientId: clientId ?? options.clientIds[0] ?? '',
        eventId: randomUUID(),
        authTime: seconds,
        expiresAt: seconds,
        revoked: false,
      };
      return keys.sign(use, { ...tokens.claims(use, user, family), ...claims }, header);
    },
  };
}

/** An invented person, for tokens that need a person but no account. */
function someone(now: Date): User {
  return {
    username: 'somebody',
    sub: randomUUID(),
    email: 'somebody@example.com',
    emailVerified: true,
    attributes: {},
    status: 'CONFIRMED',
    salt: '0',
    verifier: '0',
    createdAt: now.toISOString(),
  };
}
