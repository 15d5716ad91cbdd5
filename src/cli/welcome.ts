/** Text of `parley serve` after a start: address, sign-in link, key of the first start, and what to do next. */

export interface Started {
  readonly url: string
  readonly base_url: string
  readonly mcp_url: string
  readonly organization_id?: string | undefined
  readonly api_key?: string
  readonly sign_in_link?: string
  /** Whether another process serves the demo, so this one has started nothing. */
  readonly already_running?: boolean
}

/** @param data the data folder, as the user wrote it */
export function formatWelcome(said: Started, data: string): string {
  const { url, base_url, mcp_url, organization_id, sign_in_link, api_key, already_running } = said
  const lines = ['', already_running ? `The demo is already running at ${url}` : `Parley is running at ${url}`, '']
  if (sign_in_link !== undefined)
    lines.push(
      'Sign in as the first admin with this link. It works once, within 24 hours:',
      '',
      `  ${sign_in_link}`,
      '',
    )
  if (api_key !== undefined) lines.push('API key of the organization, shown only once:', '', `  ${api_key}`, '')
  if (api_key !== undefined && organization_id !== undefined) {
    lines.push(
      'What next:',
      `  Import calls        npx parley import <files or folders>${toDataOption(data)}`,
      `  List them           curl -H "Authorization: $KEY" ${base_url}/conversations`,
      `  Add an assistant    ${mcp_url}`,
      `  Add a model         npx parley model connect${toDataOption(data)}`,
      `  Check the setup     npx parley doctor${toDataOption(data)}`,
      '',
    )
  }
  lines.push(
    `  REST API      ${base_url}`,
    `  Reference     ${base_url}/docs`,
    `  MCP server    ${mcp_url}`,
    ...(organization_id === undefined ? [] : [`  Organization  ${organization_id}`]),
    `  Data          ${data}`,
  )
  return `${lines.join('\n')}\n`
}

const toDataOption = (data: string): string => (data === './data' ? '' : ` --data ${data}`)

/** Last line at a terminal, where a person stops the service and reads the log. */
export const TERMINAL_HINT = '\nPress Ctrl+C to stop. Start with --log to see every request.\n\n'
