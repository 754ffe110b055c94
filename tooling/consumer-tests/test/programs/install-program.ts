import { installInto, type Consumer } from '../consumer.js';
import { compilePrograms, programs, type Program } from './programs.js';

/** A program in a project that ran its install line. */
export interface InstalledProgram {
  readonly consumer: Consumer;
  readonly program: Program;
}

/** A program below `examples/`, by the name of its folder. */
export function programNamed(name: string): Program {
  const program = programs.find((each) => each.name === name);
  if (program === undefined) throw new Error(`There is no examples/${name} with a README.`);
  return program;
}

/** Installs what a program names, from a registry, and compiles it strictly. */
export async function installProgram(url: string, name: string): Promise<InstalledProgram> {
  const program = programNamed(name);
  const consumer = await installInto(url, ['@types/node', ...program.packages]);
  await compilePrograms(consumer, [program]);
  return { consumer, program };
}
