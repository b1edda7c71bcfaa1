/** Texts that describe an image, as XMP and IPTC state them. */
export interface Description {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly creators?: readonly string[] | undefined;
  readonly copyright?: string | undefined;
  /** Stars, 0 to 5, or −1 for a rejected image. */
  readonly rating?: number | undefined;
}

/** A tag with its name and attributes, or a text between tags. Comments and instructions are skipped. */
const TOKEN = /<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w.-]+:[\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w.-]+:[\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const MAX_DEPTH = 20;
const MAX_TOKENS = 20_000;
const MAX_TEXT = 4000;
const MAX_TEXTS = 200;

/** Properties of XMP's schemas Dublin Core and Basic (ISO 16684-1, 8.3 and 8.4). */
const NAMES = ['dc:title', 'dc:description', 'dc:subject', 'dc:creator', 'dc:rights', 'xmp:Rating'] as const;
type Name = (typeof NAMES)[number];
const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/** Reads the described properties of an XMP packet, with the usual prefixes. Ignores everything else. */
export function readXmp(packet: string): Description {
  const found = new Map<Name, string[]>();
  const add = (name: Name, raw: string) => {
    const text = cleaned(raw);
    const list = found.get(name) ?? [];
    if (text !== '' && list.length < MAX_TEXTS) found.set(name, [...list, text]);
  };
  const open: string[] = [];
  let tokens = 0;
  for (const [, closing, tag, attributes = '', isEmpty, text] of packet.matchAll(TOKEN)) {
    if (++tokens > MAX_TOKENS) break;
    const property = open.find(isName);
    if (text !== undefined) {
      if (property && (open.at(-1) === 'rdf:li' || open.at(-1) === property)) add(property, text);
    } else if (closing) open.pop();
    else if (tag !== undefined) {
      if (tag === 'rdf:Description' && !property)
        for (const [, name = '', one, other] of attributes.matchAll(ATTRIBUTE))
          if (isName(name)) add(name, one ?? other ?? '');
      if (!isEmpty) open.push(tag);
      if (open.length > MAX_DEPTH) break;
    }
  }
  // Alternatives of a text are its translations, of which the first is the default.
  const rating = Math.round(Number(found.get('xmp:Rating')?.[0] ?? Number.NaN));
  return withoutEmpty({
    title: found.get('dc:title')?.[0],
    description: found.get('dc:description')?.[0],
    keywords: found.get('dc:subject'),
    creators: found.get('dc:creator'),
    copyright: found.get('dc:rights')?.[0],
    rating: rating >= -1 && rating <= 5 ? rating : undefined,
  });
}

const withoutEmpty = (description: Description): Description =>
  Object.fromEntries(Object.entries(description).filter(([, value]) => value !== undefined));

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes entities, and removes control characters and characters that XML can't contain. */
function cleaned(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
      if (name) return ENTITIES[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/(?![\n\t])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .trim();
}

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
