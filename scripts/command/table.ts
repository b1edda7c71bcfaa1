/**
 * The cells of a table by rows (RFC 4180): quoted cells may hold separators, doubled quotes and
 * line breaks. A byte order mark and empty lines are left out.
 */
export function parseTable(source: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const text = source.replace(/^\uFEFF/, '');
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell !== '') rows.push(row);
    row = [];
    cell = '';
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(index + 1) === '"') {
        cell += '"';
        index++;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text.charAt(index + 1) === '\n') index++;
      endRow();
    } else cell += character;
  }
  endRow();
  return rows;
}
