/** Instructions to connect each assistant, with the MCP server URL of this installation. */
import { type Message, type Text, t } from '../../core/languages/message.ts'

export interface ConnectClient {
  readonly id: string
  readonly name: Text
  /** `cloud`: runs in the cloud and requires a public HTTPS URL. `here`: runs on the user's computer. */
  readonly from: 'cloud' | 'here'
  /** Steps to connect with sign-in: sentences, and text to paste. */
  readonly steps: readonly (Message | SetupSnippet)[]
  /** Steps to connect with an API key, for computers without a browser. Undefined if the client supports no keys. */
  readonly byKey?: readonly (Message | SetupSnippet)[]
}

export interface SetupSnippet {
  readonly label: Message
  readonly text: string
}

/** Variable that the client replaces. */
const placeholder = (name: string) => `\${${name}}`

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** @param url URL of the MCP server */
export function clientsFor(url: string): readonly ConnectClient[] {
  const bearer = `Bearer ${placeholder('env:PARLEY_KEY')}`
  return [
    {
      ...{ id: 'claude', name: t('Claude, in the browser and on the desktop'), from: 'cloud' },
      steps: [
        t(
          'Open Settings, then Connectors, and choose “Add custom connector”. In a Team or Enterprise plan, an owner must add the connector for everyone first.',
        ),
        t('Enter the name Parley and paste the URL:'),
        { label: t('URL for Claude'), text: url },
        t('Choose Connect. Parley opens: sign in, review what Claude will be able to do, and allow access.'),
      ],
    },
    {
      ...{ id: 'claude-code', name: 'Claude Code', from: 'here' },
      steps: [
        t('Run this command in a terminal:'),
        { label: t('Command for Claude Code'), text: `claude mcp add --transport http parley ${url}` },
        t(
          'Start claude, enter /mcp, choose parley, then Authenticate. Parley opens in the browser: sign in and allow access.',
        ),
      ],
      byKey: [
        {
          label: t('Command for Claude Code with an API key'),
          text: `claude mcp add --transport http parley ${url} --header "Authorization: Bearer $PARLEY_KEY"`,
        },
      ],
    },
    {
      ...{ id: 'chatgpt', name: 'ChatGPT', from: 'cloud' },
      steps: [
        t(
          'In the browser, open Settings, then Apps & Connectors, then Advanced settings, and turn on Developer mode. In a company plan, an admin must allow it first.',
        ),
        t(
          'In Apps & Connectors, choose Create. Enter the name Parley, select OAuth as the authentication, and paste the URL:',
        ),
        { label: t('URL for ChatGPT'), text: url },
        t('Parley opens: sign in and allow access. In a new chat, select Parley in the list of tools.'),
      ],
    },
    {
      ...{ id: 'cursor', name: 'Cursor', from: 'here' },
      steps: [
        t('Add this to ~/.cursor/mcp.json, or to .cursor/mcp.json in a project:'),
        { label: t('Settings for Cursor'), text: json({ mcpServers: { parley: { url } } }) },
        t('Open Settings, then MCP, and choose “Needs login” next to parley. Sign in and allow access.'),
      ],
      byKey: [
        {
          label: t('Settings for Cursor with an API key'),
          text: json({ mcpServers: { parley: { url, headers: { Authorization: bearer } } } }),
        },
      ],
    },
    {
      ...{ id: 'vs-code', name: 'VS Code', from: 'here' },
      steps: [
        t('Add this to .vscode/mcp.json, or run “MCP: Open User Configuration” and add it there:'),
        { label: t('Settings for VS Code'), text: json({ servers: { parley: { type: 'http', url } } }) },
        t('Choose Start above the entry, sign in and allow access. The tools are available in the chat in agent mode.'),
      ],
      byKey: [
        {
          label: t('Settings for VS Code with an API key'),
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
        t('Run this command in a terminal:'),
        { label: t('Command for Gemini CLI'), text: `gemini mcp add --scope user --transport http parley ${url}` },
        t('Start gemini and enter /mcp auth parley. Parley opens in the browser: sign in and allow access.'),
      ],
      byKey: [
        {
          label: t('Command for Gemini CLI with an API key'),
          text: `gemini mcp add --scope user --transport http --header "Authorization: Bearer $PARLEY_KEY" parley ${url}`,
        },
      ],
    },
    {
      ...{ id: 'others', name: t('Other assistants'), from: 'here' },
      steps: [
        t(
          'Clients that support the Model Context Protocol over Streamable HTTP only need this URL. They discover the sign-in (OAuth 2.1) automatically:',
        ),
        { label: t('URL of the MCP server'), text: url },
        t('For clients that support only local servers, use mcp-remote:'),
        {
          label: t('Settings for a client with local servers'),
          text: json({ mcpServers: { parley: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
        },
      ],
      byKey: [{ label: t('Header with an API key'), text: 'Authorization: Bearer YOUR_KEY' }],
    },
  ]
}

/** Whether cloud services can reach a URL: it uses HTTPS, and its host isn't in a private network. */
export function isPublic(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return false
  const { hostname } = url
  const local =
    /^(localhost|.*\.(localhost|local|internal|lan|home|test)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|\[.*\])$/
  return hostname.includes('.') && !local.test(hostname)
}
