/** Size of the tool lists that callers get, in tokens of a widely used model (o200k_base); others differ by a tenth or so. */
import { countTokens } from 'gpt-tokenizer'
import { tools } from '../src/catalog.ts'
import { selectTools, type ToolsetName, toolsetNames } from '../src/core/toolsets.ts'
import { describeTools } from '../src/inbound/mcp/describe-tools.ts'
import { toolsets } from '../src/toolsets.ts'
import { CALLERS, type CallerKind } from './tool-callers.ts'

/** Tokens that the list of a toolset may cost its model: 330 for each tool on average, so that arguments say their unit, default and an example. */
export const LIST_TOKENS: Readonly<Record<ToolsetName, number>> = {
  everyday: 6_000,
  coaching: 13_600,
  crm: 9_600,
  admin: 19_600,
  repair: 6_600,
  all: 39_400,
}

/** Maximum number of tools in the everyday toolset. */
export const EVERYDAY_TOOLS = 25

export interface ListSize {
  readonly toolset: ToolsetName
  readonly caller: CallerKind
  readonly tools: number
  readonly tokens: number
}

export function measureLists(): ListSize[] {
  const tokens = new Map(describeTools(tools).map((tool) => [tool.name, countTokens(JSON.stringify(tool))]))
  return toolsetNames.flatMap((toolset) =>
    (Object.keys(CALLERS) as CallerKind[]).map((caller) => {
      const listed = selectTools(tools, { principal: CALLERS[caller], chosen: [toolset], toolsets })
      const sum = listed.reduce((total, { name }) => total + (tokens.get(name) ?? 0), 0)
      return { toolset, caller, tools: listed.length, tokens: sum }
    }),
  )
}
