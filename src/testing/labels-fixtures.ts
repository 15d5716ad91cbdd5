import { randomUUID } from 'node:crypto'
import { call } from './call.ts'
import type { World } from './world.ts'

export interface MadeLabel {
  readonly uuid: string
  readonly name: string
  readonly options: readonly { readonly id: string; readonly value: string }[]
}

/** A label of acme with options of these values. */
export async function labelFor(
  world: World,
  values: readonly string[] = ['Demo', 'Renewal'],
  given: Record<string, unknown> = {},
): Promise<MadeLabel> {
  const body = { name: `Kind ${randomUUID()}`, options: values.map((value) => ({ value })), ...given }
  const answer = await call(world.app, world.org, 'POST', '/labels', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** Criteria that ask for one option of the label. */
export const criteriaOf = (label: MadeLabel, option = 0, operator: 'AND' | 'OR' = 'AND') => ({
  operator,
  conditions: [{ field: label.uuid, value: label.options[option]?.id }],
})
