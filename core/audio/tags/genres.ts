/** Genres of ID3v1 and Winamp's additions, by genre number. */
const GENRES =
  'Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|Soul|Punk|Space|Meditative|Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|Bluegrass|Avantgarde|Gothic Rock|Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall|Goa|Drum & Bass|Club-House|Hardcore|Terror|Indie|BritPop|Afro-Punk|Polsk Punk|Beat|Christian Gangsta Rap|Heavy Metal|Black Metal|Crossover|Contemporary Christian|Christian Rock|Merengue|Salsa|Thrash Metal|Anime|JPop|Synthpop|Abstract|Art Rock|Baroque|Bhangra|Big Beat|Breakbeat|Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|Experimental|Garage|Global|IDM|Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|Nu-Breakz|Post-Punk|Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|Neoclassical|Audiobook|Audio Theatre|Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|Garage Rock|Psybient'.split(
    '|',
  );

/** References that ID3v2.3 and 2.4 define beside genre numbers. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['RX', 'Remix'],
  ['CR', 'Cover'],
]);

/**
 * Returns the genre names of a value of the ID3 frame TCON: `Rock` for `(17)`, `17` or `(17)Rock`; `Trance` and `Noise`
 * for `(31)(39)`; other text unchanged. Ignores unknown numbers. A text that begins with a parenthesis has two.
 */
export function genreNames(value: string): string[] {
  const text = value.trim();
  if (/^\d+$/.test(text) || REFERENCES.has(text)) return referredGenre(text);
  const references = /^(?:\((?:\d+|RX|CR)\))*/.exec(text)?.[0] ?? '';
  const rest = text.slice(references.length).replace(/^\(\(/, '(');
  const named = references.slice(1, -1).split(')(').flatMap(referredGenre);
  return [...new Set(rest === '' ? named : [...named, rest])];
}

function referredGenre(reference: string): string[] {
  const name = REFERENCES.get(reference) ?? GENRES[Number.parseInt(reference, 10)];
  return name === undefined ? [] : [name];
}
