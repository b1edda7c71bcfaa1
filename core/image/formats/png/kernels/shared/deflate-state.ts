// Byte offsets in the deflate encoder's state, repeated in `core/image/formats/png/png-encoder-kernels.ts`.

/** Pointer to the next byte of output. */
export const OUTPUT: usize = 0;
/** Pending bits that don't fill a byte yet, and the number of these bits. */
export const BITS: usize = 8;
export const BIT_COUNT: usize = 16;
export const TOKEN_COUNT: usize = 20;
/** Statistics of tokens that determine the end of a deflate block. */
export const ENDS: usize = 64;

/** Occurrences of each symbol in the block: 288 of literals and lengths, 32 of distances, 19 of code lengths. */
export const LITERAL_COUNTS: usize = 256;
export const DISTANCE_COUNTS: usize = 1408;
export const LENGTH_COUNTS: usize = 1536;

/** Huffman codes by symbol: the length in bits 0–4, the reversed code above. */
export const LITERAL_CODES: usize = 1664;
export const DISTANCE_CODES: usize = 2816;
export const LENGTH_CODES: usize = 2944;

/** Code lengths of literals, then of distances; and these lengths as run-length symbols (symbol, then extra bits). */
export const LENGTHS: usize = 3072;
export const RUNS: usize = 3424;

/** Working memory for building Huffman codes: sorted symbols and the nodes of the tree. */
export const SORTED: usize = 4160;
export const NODES: usize = 5376;
export const PER_LENGTH: usize = 9984;

/** Order of code length codes (RFC 1951, 3.2.7): 19 bytes that the caller stores. */
export const LENGTH_ORDER: usize = 10048;

/** Hash tables of matches: positions by hash of three and of four bytes, and earlier positions of equal hash. */
export const HEADS_3: usize = 10240;
export const HEADS_4: usize = 141312;
export const CHAIN: usize = 403456;

/** Tokens of the deflate block: a literal, or a match: length × 65536 + distance − 1. */
export const TOKENS: usize = 534528;

// For optimal parsing: costs in bits of literals, lengths, distances; steps of the path; matches by position.
export const LITERAL_COSTS: usize = 1_735_680;
export const LENGTH_COSTS: usize = 1_736_704;
export const DISTANCE_COSTS: usize = 1_737_744;
export const PATH: usize = 1_737_872;
export const FOUND: usize = 2_537_888;
