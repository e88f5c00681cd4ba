import { z } from 'zod';
import { type IdentityError, isExceptionName, refusal } from './errors.ts';

/** An injected fault for the next calls of one operation. */
export const faultSchema = z
  .object({
    /** Its name on the wire, for example `SignUp`. */
    operation: z.string().min(1),
    /** How many calls fail. */
    times: z.int().min(1).default(1),
    /** The exception to answer with, */
    exception: z.string().refine(isExceptionName, 'not an exception of the service').optional(),
    /** its message, if not the usual one; */
    message: z.string().optional(),
    /** or drop the connection without an answer. */
    drop: z.literal(true).optional(),
  })
  .refine(({ exception, drop }) => (exception === undefined) !== (drop === undefined), {
    message: 'give either an exception or drop: true',
  });
type Fault = z.infer<typeof faultSchema>;
/** The input form: `times` is 1 by default. */
export type FaultInput = z.input<typeof faultSchema>;

export interface Faults {
  add(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** The fault for this call of the operation, if any; counts the call. */
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
