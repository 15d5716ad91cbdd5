/** Jobs that people have assistants do, done by a script that knows only the tools. */
import type { ToolClient } from './tool-client.ts'

/** Clients of the tool server, by the permissions of their keys. */
export interface ToolClients {
  readonly admin: ToolClient
  /** User-level key of a sales representative. */
  readonly rep: ToolClient
}

export interface Job {
  readonly name: string
  /** `trap`: the obvious way fails, and the error or the result must lead to the right one. */
  readonly kind: 'calls' | 'demo' | 'trap'
  /** @returns what it found @throws Error if the job did not end right */
  readonly run: (clients: ToolClients) => Promise<string>
}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
