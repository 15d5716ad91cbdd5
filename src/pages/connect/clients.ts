/** How assistants are connected, one by one: the exact steps, with this installation's address. */

export interface Client {
  readonly id: string
  readonly name: string
  /** `cloud`: it comes from the network, so the address must be public and https. `here`: it runs at the user's machine. */
  readonly from: 'cloud' | 'here'
  /** By signing in: sentences, and what is to be typed or pasted. */
  readonly steps: readonly (string | Snippet)[]
  /** By a key, for machines without a browser; absent where it takes none. */
  readonly byKey?: readonly (string | Snippet)[]
}

export interface Snippet {
  readonly label: string
  readonly text: string
}

/** Filled in by the client itself. */
const placeholder = (name: string) => `\${${name}}`

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** @param url of the tool server */
export function clientsFor(url: string): readonly Client[] {
  const bearer = `Bearer ${placeholder('env:PARLEY_KEY')}`
  return [
    {
      ...{ id: 'claude', name: 'Claude, in the browser and on the desktop', from: 'cloud' },
      steps: [
        'Open Settings, then Connectors, and choose “Add custom connector”. In a Team or Enterprise plan an owner adds it for all first.',
        'Name it Parley and paste the address:',
        { label: 'Address for Claude', text: url },
        'Choose Connect. A page of Parley opens: sign in, read what Claude will be able to do, and allow it.',
      ],
    },
    {
      ...{ id: 'claude-code', name: 'Claude Code', from: 'here' },
      steps: [
        'In a terminal:',
        { label: 'Command for Claude Code', text: `claude mcp add --transport http parley ${url}` },
        'Start claude, type /mcp, choose parley and Authenticate. The browser opens a page of Parley: sign in and allow it.',
      ],
      byKey: [
        {
          label: 'Command for Claude Code with a key',
          text: `claude mcp add --transport http parley ${url} --header "Authorization: Bearer $PARLEY_KEY"`,
        },
      ],
    },
    {
      ...{ id: 'chatgpt', name: 'ChatGPT', from: 'cloud' },
      steps: [
        'In the browser open Settings, then Apps & Connectors, then Advanced settings, and turn Developer mode on. In a company plan an admin allows that first.',
        'Back in Apps & Connectors choose Create. Name it Parley, choose OAuth as the authentication, and paste the address:',
        { label: 'Address for ChatGPT', text: url },
        'A page of Parley opens: sign in and allow it. In a new chat choose Parley among the tools.',
      ],
    },
    {
      ...{ id: 'cursor', name: 'Cursor', from: 'here' },
      steps: [
        'Put this into ~/.cursor/mcp.json, or into .cursor/mcp.json of a project:',
        { label: 'Settings for Cursor', text: json({ mcpServers: { parley: { url } } }) },
        'Open Settings, then MCP, and choose “Needs login” beside parley: sign in and allow it.',
      ],
      byKey: [
        {
          label: 'Settings for Cursor with a key',
          text: json({ mcpServers: { parley: { url, headers: { Authorization: bearer } } } }),
        },
      ],
    },
    {
      ...{ id: 'vs-code', name: 'VS Code', from: 'here' },
      steps: [
        'Put this into .vscode/mcp.json, or run “MCP: Open User Configuration” and put it there:',
        { label: 'Settings for VS Code', text: json({ servers: { parley: { type: 'http', url } } }) },
        'Choose Start above the entry, and allow it to sign in. The tools stand in the chat in agent mode.',
      ],
      byKey: [
        {
          label: 'Settings for VS Code with a key',
          text: json({
            inputs: [{ type: 'promptString', id: 'parley-key', description: 'Parley API key', password: true }],
            servers: {
              parley: { type: 'http', url, headers: { Authorization: `Bearer ${placeholder('input:parley-key')}` } },
            },
          }),
        },
      ],
    },
    {
      ...{ id: 'gemini-cli', name: 'Gemini CLI', from: 'here' },
      steps: [
        'In a terminal:',
        { label: 'Command for Gemini CLI', text: `gemini mcp add --scope user --transport http parley ${url}` },
        'Start gemini and type /mcp auth parley. The browser opens a page of Parley: sign in and allow it.',
      ],
      byKey: [
        {
          label: 'Command for Gemini CLI with a key',
          text: `gemini mcp add --scope user --transport http --header "Authorization: Bearer $PARLEY_KEY" parley ${url}`,
        },
      ],
    },
    {
      ...{ id: 'others', name: 'Others', from: 'here' },
      steps: [
        'Whatever speaks the Model Context Protocol over Streamable HTTP needs this address and nothing else; it finds by itself how to sign in (OAuth 2.1):',
        { label: 'Address of the tool server', text: url },
        'One that knows local servers only is helped by mcp-remote:',
        {
          label: 'Settings for a client of local servers',
          text: json({ mcpServers: { parley: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
        },
      ],
      byKey: [{ label: 'Header with a key', text: 'Authorization: Bearer YOUR_KEY' }],
    },
  ]
}

/** Whether services in the cloud can come to an address: https, and a name or number that is not of a private network. */
export function isPublic(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return false
  const { hostname } = url
  const local =
    /^(localhost|.*\.(localhost|local|internal|lan|home|test)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|\[.*\])$/
  return hostname.includes('.') && !local.test(hostname)
}
