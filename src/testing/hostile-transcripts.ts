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
  'captions that roll without an end': (N) =>
    `WEBVTT\n\n${Array.from({ length: N / 60 }, () => `${cue}a a a a\na a a a b\n`).join('\n')}`,
  'a rolling caption of equal words': (N) => `WEBVTT\n\n${cue}${'a '.repeat(N / 4)}\n\n${cue}${'a '.repeat(N / 4)}b\n`,
  'marks of speakers in one caption': (N) => `WEBVTT\n\n${cue}&gt;&gt; ${'x. &gt;&gt; '.repeat(N / 12)}`,
  'marks and blanks in one caption': (N) => `1\n${cue}>> a${' '.repeat(N / 2)}>>${' '.repeat(N / 2)}b\n`,
  'dashes in one caption': (N) => `1\n${cue}- a${'. - a'.repeat(N / 5)}\n`,
  'overrides without an end': (N) => `1\n${cue}${'{\\an'.repeat(N / 4)}`,
  'clocks of a day': (N) => Array.from({ length: N / 16 }, () => '[14:02] Ann: x').join('\n'),
  'paragraphs of names': (N) => 'Ann Lee\nx\n\n'.repeat(N / 12),
  'blanks after a name': (N) => `Ann Lee${' '.repeat(N)}x\nHi.\n\nBen${' '.repeat(N)}\nHi.`,
  'footer of Otter after blanks': (N) =>
    `${`Ann${' '.repeat(100)}0:03 x\n`.repeat(N / 110)}\nTranscribed by https://otter.ai`,
  'fields of an STM segment': (N) => `a 1 b 0 1.0 <${'<'.repeat(N / 2)}${' '.repeat(N / 2)}x`,
  'events as JSON lines': (N) => '{"event":"transcript.data","data":{}}\n'.repeat(N / 38),
  'a list of calls': (N) => `[${Array.from({ length: N / 15 }, () => '{"segments":[]}').join(',')}]`,
}
