/** What is generated from the list of tools: `tools.json`, as clients get it, and `docs/tools.md`, for people. */
import { tools } from '../src/catalog.ts'
import type { Tool } from '../src/core/tool.ts'
import { describeTools } from '../src/inbound/mcp/describe-tools.ts'
import { toolsets } from '../src/toolsets.ts'
import { CALLERS, type CallerKind, codeOf } from './tool-callers.ts'
import { measureLists } from './tool-tokens.ts'

export const printTools = (): string => `${JSON.stringify({ tools: describeTools(tools) }, undefined, 2)}\n`

/** Toolsets that contain a tool, besides `all`. */
const nameToolsets = ({ name }: Tool): string =>
  Object.entries(toolsets)
    .flatMap(([toolset, set]) => (set.has(name) ? [`\`${toolset}\``] : []))
    .join(', ')

export function printToolGuide(): string {
  const kinds = Object.keys(CALLERS) as CallerKind[]
  const sizes = [...Map.groupBy(measureLists(), ({ toolset }) => toolset)].map(
    ([name, lists]) => [name, lists.map((list) => `${list.tools} · ${list.tokens.toLocaleString('en-US')}`)] as const,
  )
  return `# Tools

Generated from the catalog by \`npm run generate\`: what assistants find at \`{PUBLIC_URL}/mcp\`. The same list with all schemas is \`tools.json\`. How to connect one, and how its people sign in: [oauth.md](oauth.md).

## Toolsets

The list contains the tools that your scope, role and key level permit. Narrow it with \`{PUBLIC_URL}/mcp?toolset=NAME\` or the header \`Parley-Toolset: NAME\`. Separate several names with commas. A toolset shortens the list only: every tool can be called, with your permissions. Lists in tokens (o200k_base), as number of tools · tokens:

${row(['Toolset', ...kinds])}
${row(['---', ...kinds.map(() => '---')])}
${sizes.map(([name, cells]) => row([`\`${name}\``, ...cells])).join('\n')}

The last table of this page names the toolsets of each tool.

## Arguments

- **Dates**: a date is a day in your time zone, which the app stores when you open it. \`from\` is its beginning, and \`to\` its end. A time without an offset is in your time zone too. Organization-level keys use UTC. In REST, a date is midnight UTC.
- **Types**: \`"10"\` is read as 10, \`"5:00"\` as 300 seconds, \`"true"\` as true, and one value as a list with one entry. Other values of a wrong type are rejected.
- **Unknown arguments** are rejected. The error contains the nearest argument.
- **Confirmation**: tools that can't be undone require \`confirm: true\` after the user agreed. Clients that support elicitation (revision 2026-07-28) show a question instead.
- **Links**: calls, quotes, citations, actions and records carry \`url\`, the address of their page in the app. A quote opens at its time, or at its line if the call has no times.
- **Prompts**: \`completion/complete\` returns calls, customers, colleagues, days and languages for arguments of prompts.

${tools.map(entry).join('\n')}

## Who may call what

\`yes\`: the call is taken, and finds what that caller may see. Otherwise the code of the error it is answered with. API keys have both scopes. Tokens of OAuth have those that the user granted. A token or key never does more than its user may in the app.

${row(['Tool', 'Toolsets', ...kinds])}
${row(['---', '---', ...kinds.map(() => '---')])}
${tools.map((tool) => row([`\`${tool.name}\``, nameToolsets(tool), ...kinds.map((kind) => codeOf(tool, kind) ?? 'yes')])).join('\n')}
`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function entry({ name, title, description, args, hints }: Tool): string {
  const required = Object.entries(args.shape).filter(([, schema]) => !schema.safeParse(undefined).success)
  const optional = Object.keys(args.shape).filter((one) => !required.some(([given]) => given === one))
  const taken = [...required.map(([one]) => `**${one}**`), ...optional].join(', ')
  const marks = [
    ...(hints?.effect === 'removes' ? ['cannot be undone'] : hints?.effect === 'changes' ? ['changes data'] : []),
    ...(hints?.openWorld ? ['reaches beyond the service'] : []),
  ]
  const marked = marks.length === 0 ? '' : ` *(${marks.join('; ')})*`
  return `### \`${name}\`: ${title}${marked}\n\n${description}\n\n${taken === '' ? 'No arguments.' : `Arguments: ${taken}.`}\n`
}
