/** Longest description that is shown. */
const MAX_LENGTH = 140;

/** First sentence of a description as one line of plain text, cut at a word when it is long. */
export function shortText(text: string): string {
  const plain = text
    .replace(/<[^>]{0,200}>/g, " ")
    .replace(/!?\[([^\]]{0,200})\]\([^)]{0,400}\)/g, "$1")
    .replace(/[*_`#>]+(?=\S)|(?<=\S)[*`]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const end = plain.search(/[.!?](\s|$)/);
  const sentence = end < 0 ? plain : plain.slice(0, end + 1);
  if (sentence.length <= MAX_LENGTH) return sentence;
  const cut = sentence.slice(0, MAX_LENGTH - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MAX_LENGTH / 2))}…`;
}
