/** Texts that would do something, were they taken for HTML. */
export const hostile =
  `</script><script>alert(1)</script><img src=x onerror="alert(2)">` +
  `<svg onload=alert(3)>&lt;b&gt; ${String.fromCodePoint(0x202e)}"'\`\${alert(4)}`;
