import type { Description } from './xmp-read.ts';

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const items = (container: string, texts: readonly string[], language = '') =>
  `<rdf:${container}>${texts.map((text) => `<rdf:li${language}>${escaped(text)}</rdf:li>`).join('')}</rdf:${container}>`;

const property = (name: string, content: string) => `<${name}>${content}</${name}>`;
const translated = (name: string, text: string | undefined) =>
  text === undefined ? '' : property(name, items('Alt', [text], ' xml:lang="x-default"'));

/** Writes a description as XMP (ISO 16684-1, 7 and 8.3); `undefined` without properties. */
export function writeXmp(description: Description): Uint8Array<ArrayBuffer> | undefined {
  const { title, description: caption, keywords, creators, copyright, rating } = description;
  const properties = [
    translated('dc:title', title),
    translated('dc:description', caption),
    keywords ? property('dc:subject', items('Bag', keywords)) : '',
    creators ? property('dc:creator', items('Seq', creators)) : '',
    translated('dc:rights', copyright),
    rating === undefined ? '' : property('xmp:Rating', String(rating)),
  ].join('');
  if (properties === '') return undefined;
  const packet = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    properties,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
  return new TextEncoder().encode(packet);
}
