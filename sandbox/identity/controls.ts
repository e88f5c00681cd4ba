import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { type FaultInput, faultSchema } from './faults.ts';
import { type FirstFactor, firstFactors, type SecondFactorRule } from './pool.ts';
import { type SecondFactor, secondFactors, type UserStatus } from './users.ts';

/** An account made by an administrator: its owner must choose a password at the first sign-in. */
export const invitedUserSchema = z.object({
  username: z.string().min(1).max(128),
  email: z.email(),
  temporaryPassword: z.string().min(8),
  emailVerified: z.boolean().default(true),
});
/** The input form: the address counts as verified by default. */
type InvitedUser = z.input<typeof invitedUserSchema>;

/** An account, as the controls return it. */
interface ShownUser {
  username: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  status: UserStatus;
  groups: readonly string[];
}

/** Controls with which people and tests change the pool outside of the service's API. */
export interface IdentityControls {
  listUsers(): ShownUser[];
  /** @throws {RangeError} when the user name is taken */
  inviteUser(user: InvitedUser): void;
  /** As if an administrator had reset the password. @throws {RangeError} for an unknown user */
  requirePasswordReset(username: string): void;
  /** @throws {RangeError} for an unknown user */
  unverifyEmail(username: string): void;
  /**
   * As if an administrator had put the account into exactly these groups; tokens made from now on say so.
   * @throws {RangeError} for an unknown user
   */
  setGroups(username: string, groups: readonly string[]): void;
  /** Whether sign-ins need a second factor, and which ones the pool has: authenticator apps by default. */
  setSecondFactor(rule: SecondFactorRule, known?: readonly SecondFactor[]): void;
  /** The first factors besides a password: all by default. */
  setFirstFactors(factors: readonly FirstFactor[]): void;
  /** Whether the app clients allow the choice of the first factor (`ALLOW_USER_AUTH`). */
  setChoice(allowed: boolean): void;
  /** Ends a lock-out and every hourly limit of an account. @throws {RangeError} for an unknown user */
  forgetAttempts(username: string): void;
  /** Expires the codes of one account, or of all. @returns how many */
  expireCodes(username?: string): number;
  /** Whether mail is sent; if not, sending a code is a `CodeDeliveryFailureException`. */
  setMailDelivery(working: boolean): void;
  /** New signing keys. With `keepOld` false, older tokens become invalid. */
  rotateSigningKeys(options?: { keepOld?: boolean }): void;
  /** @throws {z.ZodError} for an invalid fault */
  injectFault(fault: FaultInput): void;
  listFaults(): FaultInput[];
  clearFaults(): void;
}

/** As the service allows them (docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateGroup.html). */
const groupName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u);

/** Reads a control's JSON and answers 400 with the reason when it does not fit. */
function withBody<S extends z.ZodType>(
  schema: S,
  act: (body: z.infer<S>, res: Response, req: Request) => void,
): (req: Request, res: Response) => void {
  return (req, res) => {
    const result = schema.safeParse(req.body ?? {});
    if (!result.success) {
      res.status(400).json({ error: z.prettifyError(result.error) });
      return;
    }
    try {
      act(result.data, res, req);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      res.status(409).json({ error: error.message });
    }
  };
}

/** The controls over HTTP, JSON in and out, below `/sandbox/identity`. */
export function controlsRouter(controls: IdentityControls): Router {
  const router = express.Router();
  router.use(express.json());

  router.get('/users', (_req, res) => void res.json({ users: controls.listUsers() }));
  router.post(
    '/users',
    withBody(invitedUserSchema, (user, res) => {
      controls.inviteUser(user);
      res.status(201).json({ user: controls.listUsers().find((each) => each.username === user.username) });
    }),
  );
  const onUser = {
    'password-reset-required': controls.requirePasswordReset,
    'unverify-email': controls.unverifyEmail,
    'forget-attempts': controls.forgetAttempts,
  };
  for (const [path, act] of Object.entries(onUser)) {
    router.post(
      `/users/:username/${path}`,
      withBody(z.unknown(), (_body, res, req) => {
        act(String(req.params['username']));
        res.status(204).end();
      }),
    );
  }
  router.post(
    '/users/:username/groups',
    withBody(z.object({ groups: z.array(groupName) }), ({ groups }, res, req) => {
      controls.setGroups(String(req.params['username']), groups);
      res.status(204).end();
    }),
  );
  router.post(
    '/second-factor',
    withBody(
      z.object({
        rule: z.enum(['OFF', 'OPTIONAL', 'ON']),
        known: z.array(z.enum(secondFactors)).min(1).optional(),
      }),
      ({ rule, known }, res) => {
        controls.setSecondFactor(rule, known);
        res.status(204).end();
      },
    ),
  );
  router.post(
    '/first-factors',
    withBody(
      z.object({ allowed: z.array(z.enum(firstFactors)).min(1), choice: z.boolean().default(true) }),
      ({ allowed, choice }, res) => {
        controls.setFirstFactors(allowed);
        controls.setChoice(choice);
        res.status(204).end();
      },
    ),
  );
  router.post(
    '/codes/expire',
    withBody(z.object({ username: z.string().optional() }), (body, res) => {
      res.json({ expired: controls.expireCodes(body.username) });
    }),
  );
  router.post(
    '/mail-delivery',
    withBody(z.object({ working: z.boolean() }), ({ working }, res) => {
      controls.setMailDelivery(working);
      res.status(204).end();
    }),
  );
  router.post(
    '/keys/rotate',
    withBody(z.object({ keepOld: z.boolean().default(true) }), ({ keepOld }, res) => {
      controls.rotateSigningKeys({ keepOld });
      res.status(204).end();
    }),
  );
  router.get('/faults', (_req, res) => void res.json({ faults: controls.listFaults() }));
  router.post(
    '/faults',
    withBody(faultSchema, (fault, res) => {
      controls.injectFault(fault);
      res.status(201).json({ faults: controls.listFaults() });
    }),
  );
  router.delete('/faults', (_req, res) => {
    controls.clearFaults();
    res.status(204).end();
  });
  return router;
}
