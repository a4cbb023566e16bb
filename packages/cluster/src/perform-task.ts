import { compareTask } from "./compare-task.ts";
import { mapTask } from "./map-task.ts";
import { reduceTask } from "./reduce-task.ts";
import type { Stage } from "./stages.ts";
import type { TaskContext, TaskSummary } from "./task.ts";
import { writeTask } from "./write-task.ts";

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
