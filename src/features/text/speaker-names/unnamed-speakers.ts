/** Whether the name of a speaker is one that a program invented, such as `Speaker 1`, `spk_0` or `Unknown`. */
const INVENTED =
  /^(?:(?:speaker|spk|spkr|participant|person|voice|user|guest|caller|channel|ch|unknown(?: speaker)?|s)(?:[\s_.#-]*\d{1,3}|[\s_.#-]+[a-z])?|\d{1,3})$/i

export const isUnnamedSpeaker = (name: string): boolean => {
  const trimmed = name.trim()
  return trimmed.length > 1 || /^\d$/.test(trimmed) ? INVENTED.test(trimmed) : false
}
