import { type Task, useTask as useAnyTask } from '#client/ui/use-task.ts';
import { operatorFault } from './operator-calls.ts';

export type { Task } from '#client/ui/use-task.ts';

/** A button's action on the operator's page. */
export const useTask = (): Task => useAnyTask(operatorFault);
