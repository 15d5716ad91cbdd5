/** `parley models add`: installs the packages of models in folders. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { hasModelPackages } from '../core/model-packages.ts'

const INSTALL = fileURLToPath(new URL('../../bin/install.mjs', import.meta.url))

export function registerModelsCommands(command: Command): void {
  command
    .command('add')
    .description(
      'install the packages that run ONNX models in folders (EMBEDDING_PROVIDER=folder, TRANSCRIBER_FOLDER, TRANSCRIBER_SPEAKERS_FOLDER), 370 MB',
    )
    .action(add)
}

async function add(): Promise<void> {
  if (!hasModelPackages()) {
    const child = spawn(process.execPath, [INSTALL, 'models'], { stdio: ['ignore', 2, 2] })
    const [code] = await once(child, 'exit')
    if (code !== 0) {
      // The program has printed the reason.
      process.exitCode = 1
      return
    }
  }
  process.stdout.write('The packages of models in folders are installed.\n')
}
