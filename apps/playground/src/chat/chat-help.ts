/** What can be typed beside questions. */
export const chatHelp = `/vars   the variables that the code has made
/cost   what was spent, and what a question may spend
/help   these words
/exit   ends, as Ctrl-D does; Ctrl-C stops the question under way, a second one ends`;
