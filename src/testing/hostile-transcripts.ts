const cue = '00:00:01.000 --> 00:00:02.000\n'
/** Transcripts of about `N` characters that make careless patterns take quadratic time. */
export const hostileTranscripts: Readonly<Record<string, (N: number) => string>> = {
  'unclosed tags in a cue': (N) => `WEBVTT\n\n${cue}${'<b '.repeat(N / 3)}`,
  'tags that close once, at the end': (N) => `WEBVTT\n\n${cue}${'<v '.repeat(N / 3)}>x`,
  'time stamps without an end': (N) => `WEBVTT\n\n${cue}${'<00:00:01'.repeat(N / 9)}x>`,
  'ampersands without an entity': (N) => `WEBVTT\n\n${cue}${'&a'.repeat(N / 2)}`,
  'one line of colons': (N) => ':'.repeat(N),
  'one line of colons and blanks': (N) => 'a: '.repeat(N / 3),
  'blanks before an arrow that never comes': (N) => `1${' '.repeat(N)}x`,
  'digits before an arrow that never comes': (N) => `WEBVTT\n\n${'1'.repeat(N)} --> ${'2'.repeat(N)}`,
  'commas as in an SBV time': (N) => `0:0${','.repeat(N)}`,
  'tabs as in a chat log': (N) => `00:00:01\t${'\t'.repeat(N)}`,
  'line breaks': (N) => '\n'.repeat(N),
  'carriage returns': (N) => `x${'\r'.repeat(N)}`,
  'brackets without an end': (N) => '['.repeat(N),
  'objects without an end': (N) => '{"a":'.repeat(N / 5),
  'nesting that ends': (N) => `${'['.repeat(N / 2)}${']'.repeat(N / 2)}`,
  'half a million empty cues': (N) => `WEBVTT\n\n${`${cue}\n`.repeat(N / 30)}`,
  'turns of a Teams document whose names are all different': (N) =>
    `Title\n1m 5s\n${Array.from({ length: N / 20 }, (_, i) => `N${i}   0:03\nx`).join('\n')}`,
  'blanks in a header of a Teams document': (N) => `Title\n1m 5s\nAnn${' '.repeat(N)}0:03x\nAnn   0:03\nHi.`,
  'names that are all different': (N) => Array.from({ length: N / 10 }, (_, i) => `N${i}: x`).join('\n'),
}
