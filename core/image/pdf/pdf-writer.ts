import { joinBytes } from '../../base/bytes.ts';
import type { FileSink } from '../../base/files.ts';
import type { Size } from '../../geometry/point.ts';

/** Matrix of a PDF (ISO 32000-1, 8.3.4), as the operator `cm` takes it. */
export type PdfMatrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Image XObject (ISO 32000-1, 8.9.5): entries of its dictionary, its coded bytes, and streams that entries refer to. */
export interface PdfImage {
  /** Entries in PDF syntax, without type, subtype and length. */
  readonly entries: Readonly<Record<string, string | number>>;
  readonly bytes: Uint8Array;
  /** Soft mask of the alpha. */
  readonly mask?: PdfImage | undefined;
  /** ICC profile, compressed by zlib, its number of channels, and the color space of readers that ignore profiles. */
  readonly profile?: { readonly bytes: Uint8Array; readonly channels: number; readonly instead: string } | undefined;
}

const CATALOG = 1;
const PAGES = 2;

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Writes a number without an exponent, which PDF doesn't know. */
const decimal = (value: number): string => String(Number(value.toFixed(4)));

/** Writes a PDF 1.7 (ISO 32000-1) with one image per page to a sink, object by object. The bytes depend only on the pages. */
export class PdfWriter {
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  #at = 0;

  constructor(readonly sink: FileSink) {}

  /** Adds a page. `size` is in points (1/72 inch), `place` maps the unit square to the image's place on the page. */
  async addPage(size: Size, image: PdfImage, place: PdfMatrix): Promise<void> {
    // The comment of bytes above 127 marks the file as binary (ISO 32000-1, 7.5.2).
    if (this.#at === 0) await this.#write(joinBytes(latin('%PDF-1.7\n%'), [0xe2, 0xe3, 0xcf, 0xd3, 10]));
    const drawn = await this.#addImage(image);
    const content = latin(`q ${place.map(decimal).join(' ')} cm /Image Do Q`);
    const contents = await this.#add({}, content);
    const box = `[0 0 ${decimal(size.width)} ${decimal(size.height)}]`;
    const resources = `<< /XObject << /Image ${drawn} 0 R >> >>`;
    this.#pages.push(
      await this.#add({
        Type: '/Page',
        Parent: `${PAGES} 0 R`,
        MediaBox: box,
        Contents: `${contents} 0 R`,
        Resources: resources,
      }),
    );
  }

  /** Writes the list of pages and the table of offsets. */
  async finish(): Promise<void> {
    const kids = `[${this.#pages.map((page) => `${page} 0 R`).join(' ')}]`;
    await this.#put(CATALOG, { Type: '/Catalog', Pages: `${PAGES} 0 R` });
    await this.#put(PAGES, { Type: '/Pages', Kids: kids, Count: this.#pages.length });
    const start = this.#at;
    const size = this.#offsets.length;
    const entry = (number: number) => `${String(this.#offsets[number]).padStart(10, '0')} 00000 n \n`;
    const entries = Array.from({ length: size - 1 }, (_, index) => entry(index + 1)).join('');
    await this.#write(
      latin(
        `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
  }

  async #addImage({ entries, bytes, mask, profile }: PdfImage): Promise<number> {
    const softMask = mask && (await this.#addImage(mask));
    const icc =
      profile &&
      (await this.#add(
        { N: profile.channels, Alternate: `/${profile.instead}`, Filter: '/FlateDecode' },
        profile.bytes,
      ));
    const image = {
      Type: '/XObject',
      Subtype: '/Image',
      ...entries,
      ...(icc !== undefined && { ColorSpace: `[/ICCBased ${icc} 0 R]` }),
      ...(softMask !== undefined && { SMask: `${softMask} 0 R` }),
    };
    return this.#add(image, bytes);
  }

  async #add(entries: PdfImage['entries'], stream?: Uint8Array): Promise<number> {
    const number = Math.max(this.#offsets.length, PAGES + 1);
    await this.#put(number, entries, stream);
    return number;
  }

  async #put(number: number, entries: PdfImage['entries'], stream?: Uint8Array): Promise<void> {
    this.#offsets[number] = this.#at;
    const all = Object.entries(stream ? { ...entries, Length: stream.length } : entries);
    const dictionary = `<< ${all.map(([name, value]) => `/${name} ${value}`).join(' ')} >>`;
    await this.#write(latin(`${number} 0 obj\n${dictionary}\n`));
    if (stream) {
      await this.#write(latin('stream\n'));
      await this.#write(stream);
      await this.#write(latin('\nendstream\n'));
    }
    await this.#write(latin('endobj\n'));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.sink.write(bytes, this.#at);
    this.#at += bytes.length;
  }
}
