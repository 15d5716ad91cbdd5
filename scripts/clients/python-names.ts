/** Names and texts of Python code. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export const isPythonName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

/** `updateConversationTitle` → `update_conversation_title`, `filter[owner.id]` → `filter_owner_id`, `from` → `from_`. */
export function toSnakeCase(name: string): string {
  const snake = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
  return KEYWORDS.has(snake) ? `${snake}_` : snake
}

/** `entity_type` → `EntityType`, for names of classes. */
export const toPascalCase = (name: string): string =>
  name
    .split(/\W+|_/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** A string literal. */
export const toPythonString = (text: string): string => JSON.stringify(text)

/** A docstring of one or several lines, indented. */
export function toDocstring(text: string, indent: string): string {
  const escaped = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')
  const lines = escaped.split('\n').map((line, index) => (index === 0 || line === '' ? line : indent + line))
  const isShort = lines.length === 1
  return `${indent}"""${lines.join('\n')}${isShort ? '' : `\n${indent}`}"""\n`
}
