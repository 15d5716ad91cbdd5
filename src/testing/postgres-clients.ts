/**
 * `pg_dump` and `pg_restore` for tests. If the programs of PostgreSQL are in the folder of another system, such as an
 * unpacked image, they start with its loader and its libraries, and see the files of this system.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { postgresFolder } from './postgres-cluster.ts'
import { programNamed } from './programs.ts'

const PROGRAMS = ['pg_dump', 'pg_restore'] as const

/**
 * @param version lowest major version @param scripts folder for scripts that start the programs, if they need any
 * @returns folder of the programs, for the PATH. Undefined if there are none
 */
export function findPostgresClients(version: number, scripts: string): string | undefined {
  const named = programNamed('TEST_PG_DUMP', 'pg_dump')
  if (named !== undefined && readVersion(named) >= version) return dirname(named)
  if (postgresFolder === undefined || !existsSync(join(postgresFolder, 'pg_dump'))) return undefined
  const folder =
    readVersion(join(postgresFolder, 'pg_dump')) >= version ? postgresFolder : wrapPrograms(postgresFolder, scripts)
  return folder !== undefined && readVersion(join(folder, 'pg_dump')) >= version ? folder : undefined
}

/** @returns 0 if the program doesn't run on this system */
function readVersion(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** Writes scripts that start the programs with the loader of their system. */
function wrapPrograms(folder: string, scripts: string): string | undefined {
  const [, root] = /^(.+?)\/usr\/lib\/postgresql\//.exec(folder) ?? []
  const [loader] = root === undefined ? [] : globSync(`${root}/lib{,64}/ld-linux-*.so.*`)
  if (root === undefined || loader === undefined) return undefined
  const libraries = [`${root}/lib`, `${root}/usr/lib`].flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(parent, name)),
  )
  for (const program of PROGRAMS) {
    const command = `exec '${loader}' --library-path '${libraries.join(':')}' '${join(folder, program)}' "$@"`
    writeFileSync(join(scripts, program), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  }
  return scripts
}
