import de.l3s.boilerpipe.document.TextDocument;
import de.l3s.boilerpipe.extractors.ArticleExtractor;
import de.l3s.boilerpipe.sax.BoilerpipeSAXInput;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.xml.sax.InputSource;

/** Answers pages with boilerpipe, a JSON line each, as answer-pages.py does; pages and texts are in base 64. */
public class AnswerPages {
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    out.println("{\"version\":\"1.1.0\"}");
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var threads = ManagementFactory.getThreadMXBean();
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    for (String line; (line = lines.readLine()) != null; ) {
      String packed = line.substring(line.indexOf(':') + 2, line.lastIndexOf('"'));
      String html = new String(Base64.getDecoder().decode(packed), StandardCharsets.UTF_8);
      try {
        long began = threads.getCurrentThreadCpuTime();
        TextDocument page = new BoilerpipeSAXInput(new InputSource(new StringReader(html))).getTextDocument();
        String text = ArticleExtractor.INSTANCE.getText(page);
        double spent = (threads.getCurrentThreadCpuTime() - began) / 1e6;
        out.println("{\"text64\":\"" + pack(text) + "\",\"title64\":\"" + pack(page.getTitle()) + "\",\"cpuMs\":" + spent
            + ",\"totalCpuMs\":" + system.getProcessCpuTime() / 1e6 + ",\"maxRss\":" + peak() + "}");
      } catch (Throwable error) {
        out.println("{\"error\":\"" + error.getClass().getSimpleName() + "\"}");
      }
      out.flush();
    }
  }

  private static String pack(String text) {
    return Base64.getEncoder().encodeToString((text == null ? "" : text).getBytes(StandardCharsets.UTF_8));
  }

  /** The largest resident memory in bytes, where the system tells it. */
  private static long peak() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
    return 0;
  }
}
