import { z } from 'zod';
import { type IdentityError, isExceptionName, refusal } from './errors.ts';

/** Something that is to go wrong with the next calls of one operation. */
export const faultSchema = z
  .object({
    /** Its name on the wire, for example `SignUp`. */
    operation: z.string().min(1),
    /** How many calls it spoils. */
    times: z.int().min(1).default(1),
    /** The exception to answer with, */
    exception: z.string().refine(isExceptionName, 'not an exception of the service').optional(),
    /** and what it says when that is not the usual text; */
    message: z.string().optional(),
    /** or end the connection without an answer. */
    drop: z.literal(true).optional(),
  })
  .refine(({ exception, drop }) => (exception === undefined) !== (drop === undefined), {
    message: 'give either an exception or drop: true',
  });
export type Fault = z.infer<typeof faultSchema>;
/** As it may be written: `times` is 1 when left out. */
export type FaultInput = z.input<typeof faultSchema>;

export interface Faults {
  add(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** What is to happen to this call of the operation; it counts as one of the spoilt calls. */
  next(operation: string): 'drop' | IdentityError | undefined;
}

/** Faults are forgotten when the sandbox restarts. */
export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = [];
    },
    next(operation) {
      const fault = faults.find((each) => each.operation === operation);
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times === 0) faults = faults.filter((each) => each !== fault);
      return fault.exception === undefined ? 'drop' : refusal(fault.exception, fault.message);
    },
  };
}
