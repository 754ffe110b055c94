import type { CommandDefinition } from '../arguments/command.js';
import { approve } from './approve.js';
import { ask } from './ask.js';
import { batch } from './batch.js';
import { chat } from './chat.js';
import { demo } from './demo.js';
import { doctor } from './doctor.js';
import { fork } from './fork.js';
import { lab } from './lab.js';
import { reject } from './reject.js';
import { resume } from './resume.js';
import { runs } from './runs.js';
import { serve } from './serve.js';
import { show } from './show.js';
import { task } from './task.js';
import { tryOut } from './try.js';

/** The commands of `rlm`, in the order of its help. A new command is a file beside this one, with a line here. */
export const commands: readonly CommandDefinition[] = [
  ask,
  batch,
  chat,
  task,
  approve,
  reject,
  serve,
  show,
  lab,
  runs,
  resume,
  fork,
  doctor,
  tryOut,
  demo,
];
