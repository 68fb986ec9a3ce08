/** Frequent English and interface words, most frequent first; they steer the tokenizer towards ordinary text. */
export const commonWords: readonly string[] = `
  the to of and a in is for with it be on this that by as are from at or an not use under all then if when must only one
  two its has have will can please was were which who what where their your you we i they them there no yes do does done
  after before first last next each every any some more than other same new also into about over up out so but just
  titled title called named name create created make add put set give get read look check find show tell update change
  move close open send tool call calls tools answer value values id ids key keys type types kind number code group user
  users owner parent child project status state label labels text body content message format description note date time
  error errors failed found invalid required missing unknown wrong again ready help assistant system able need needs
  want should could would may might true false null str int num bool list any example com http https net org self link
  links url path version total start end size count limit items item results result data meta created_at
  updated_at created updated author active enabled email display self web api rest v plain html markdown wiki raw code
  always never exactly given named inside within belongs below above following these those here how many work works
  worker team people person let us me my our his her him she he like see say said know good well long high low part
  place case week day month year hour today tomorrow soon now please thanks thank hello hi request requests record
  records step steps rule rules guide guidelines information details detail without between through because while during
  until since against both few most such own too very assigned assign responsible belongs carries bears holds keep kept
`
  .trim()
  .split(/\s+/);
