/** A valid call for every tool, so that laws can walk the whole list. What cannot be taken from an operation stands in files. */
import { CONFIRM, type Tool } from '../../src/core/tool.ts'
import type { World } from '../../src/testing/world.ts'
import type { Sample, Samples } from '../samples/index.ts'
import { actionToolSamples } from './actions.ts'
import { callToolSamples } from './calls.ts'
import { glossaryToolSamples } from './glossary.ts'
import { insightToolSamples } from './insights.ts'
import { notificationToolSamples } from './notifications.ts'
import { opportunityToolSamples } from './opportunities.ts'
import type { ToolSample, ToolSamplesOf } from './sample.ts'
import { scorecardToolSamples } from './scorecards.ts'
import { snippetToolSamples } from './snippets.ts'
import { superAgentToolSamples } from './super-agent.ts'
import { taskToolSamples } from './tasks.ts'
import { teamToolSamples } from './teams.ts'
import { userToolSamples } from './users.ts'

const features: readonly ToolSamplesOf[] = [
  callToolSamples,
  teamToolSamples,
  userToolSamples,
  scorecardToolSamples,
  insightToolSamples,
  glossaryToolSamples,
  snippetToolSamples,
  opportunityToolSamples,
  actionToolSamples,
  taskToolSamples,
  notificationToolSamples,
  superAgentToolSamples,
]

export async function toolSamplesOf(
  world: World,
  tools: readonly Tool[],
  samples: Samples,
  conversation: string,
): Promise<Readonly<Record<string, ToolSample>>> {
  const all: Record<string, ToolSample> = {}
  for (const tool of tools) all[tool.name] = derived(tool, samples[tool.operation.id] ?? {})
  for (const one of features) Object.assign(all, await one(world, samples, conversation))
  for (const { name, hints } of tools) {
    const sample = all[name]
    if (hints?.effect === 'removes' && sample !== undefined)
      all[name] = { ...sample, args: { ...sample.args, [CONFIRM]: true } }
  }
  return all
}

/** The operation's sample, told in the tool's arguments. */
function derived({ args, names }: Tool, { path = {}, body, query = {}, caller }: Sample): ToolSample {
  const given: Record<string, unknown> = { ...query, ...(body as object | undefined), ...path }
  const found = Object.keys(args.shape).flatMap((name) => {
    const value = given[names[name] ?? name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { args: Object.fromEntries(found), ...(caller === undefined ? {} : { caller }) }
}
