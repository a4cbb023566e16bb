import type { Stage } from "../plan/stages.ts";
import type { TaskContext, TaskSummary } from "../plan/task.ts";
import { compareTask } from "../tasks/compare-task.ts";
import { mapTask } from "../tasks/map-task.ts";
import { reduceTask } from "../tasks/reduce-task.ts";
import { writeTask } from "../tasks/write-task.ts";

const tasks: Readonly<Record<Stage, (context: TaskContext) => Promise<TaskSummary>>> = {
  map: mapTask,
  reduce: reduceTask,
  compare: compareTask,
  write: writeTask,
};

/** Does a task. It may be done any number of times, on any machine, even twice at once: its results are the same. */
export function performTask(stage: Stage, context: TaskContext): Promise<TaskSummary> {
  return tasks[stage](context);
}
